CREATE TABLE visits (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pet varchar(255) NOT NULL
);

COPY visits (pet) FROM stdin;
Pepper
Salt
\.
