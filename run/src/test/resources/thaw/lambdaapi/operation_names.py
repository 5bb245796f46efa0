"""Prints operations.txt: what the service model says of each operation's path, method and name."""
import datetime

import botocore.session

model = botocore.session.get_session().get_service_model("lambda")
print(f"# The {len(model.operation_names)} operations of the Lambda API: path, method, name. Made by operation_names.py"
      f" of botocore {botocore.__version__} on {datetime.date.today()}.")
for line in sorted("{requestUri} {method} ".format(**model.operation_model(name).http) + name
                   for name in model.operation_names):
    print(line)
