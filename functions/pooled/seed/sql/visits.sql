CREATE TABLE visits (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pet text NOT NULL
);

COPY visits (pet) FROM stdin;
Pepper
Salt
\.
