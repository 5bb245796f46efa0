"""Makes what a function asks for in an emulator, or has the emulator invoke functions of Thaw.

emulated.py make ENDPOINT                prints the ids of what it made, as JSON
emulated.py invoke ENDPOINT LAMBDA CODE  a state machine's task invokes Hello and a queue's messages Again, by Thaw's
                                         Lambda API: Hello by MiniStack's proxy, Again by CODE
"""
import io
import json
import sys
import time
import zipfile

import boto3

ROLE = 'arn:aws:iam::000000000000:role/any'


def client(service):
    return boto3.client(service, endpoint_url=sys.argv[2], region_name='us-east-1',
                        aws_access_key_id='any', aws_secret_access_key='any')


def make():
    states = client('stepfunctions')
    machine = states.create_state_machine(
        name='greeting', type='EXPRESS', roleArn=ROLE,
        definition=json.dumps({'StartAt': 'A', 'States': {'A': {'Type': 'Pass', 'Result': 'hello from a machine', 'End': True}}}))
    users = client('cognito-idp')
    pool = users.create_user_pool(PoolName='people')['UserPool']['Id']
    app = users.create_user_pool_client(
        UserPoolId=pool, ClientName='web', ExplicitAuthFlows=['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'])
    users.admin_create_user(UserPoolId=pool, Username='ann')
    users.admin_set_user_password(UserPoolId=pool, Username='ann', Password='Secret-1', Permanent=True)
    config = client('appconfig')
    application = config.create_application(Name='shop')['Id']
    environment = config.create_environment(ApplicationId=application, Name='local')['Id']
    profile = config.create_configuration_profile(ApplicationId=application, Name='flags', LocationUri='hosted')['Id']
    version = config.create_hosted_configuration_version(
        ApplicationId=application, ConfigurationProfileId=profile, Content=b'{"sale":true}', ContentType='application/json')
    strategy = config.create_deployment_strategy(
        Name='now', DeploymentDurationInMinutes=0, GrowthFactor=100, ReplicateTo='NONE')['Id']
    config.start_deployment(
        ApplicationId=application, EnvironmentId=environment, DeploymentStrategyId=strategy,
        ConfigurationProfileId=profile, ConfigurationVersion=str(version['VersionNumber']))
    print(json.dumps({
        'machine': machine['stateMachineArn'], 'client': app['UserPoolClient']['ClientId'],
        'application': application, 'environment': environment, 'profile': profile}))


def function(name, code, variables):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, 'w') as out:
        out.writestr('index.py', code)
    client('lambda').create_function(
        FunctionName=name, Runtime='python3.12', Handler='index.handler', Role=ROLE, Timeout=60,
        Code={'ZipFile': archive.getvalue()}, Environment={'Variables': variables})


def invoke():
    function('Hello', 'def handler(event, context):\n  raise Exception("not by Thaw")\n', {
        'MINISTACK_LAMBDA_PROXY_URL': sys.argv[3] + '/2015-03-31/functions/Hello/invocations'})
    function('Again', sys.argv[4], {})
    queues = client('sqs')
    queue = queues.create_queue(QueueName='letters', Attributes={'VisibilityTimeout': '120'})['QueueUrl']
    arn = queues.get_queue_attributes(QueueUrl=queue, AttributeNames=['QueueArn'])['Attributes']['QueueArn']
    client('lambda').create_event_source_mapping(EventSourceArn=arn, FunctionName='Again')
    queues.send_message(QueueUrl=queue, MessageBody='by a queue of theirs')
    states = client('stepfunctions')
    machine = states.create_state_machine(
        name='calling', roleArn=ROLE,
        definition=json.dumps({'StartAt': 'A', 'States': {'A': {
            'Type': 'Task', 'Resource': 'arn:aws:states:::lambda:invoke', 'OutputPath': '$.Payload',
            'Parameters': {'FunctionName': 'Hello', 'Payload': {'name': 'a machine of theirs'}}, 'End': True}}}))
    run = states.start_execution(stateMachineArn=machine['stateMachineArn'])['executionArn']
    deadline = time.time() + 60
    while True:
        found = states.describe_execution(executionArn=run)
        if found['status'] != 'RUNNING' or time.time() > deadline:
            break
        time.sleep(0.1)
    print(found['status'], found.get('output', found))


{'make': make, 'invoke': invoke}[sys.argv[1]]()
