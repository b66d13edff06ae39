"""IAM for functions on moto, which has none for them: each request that a function makes is judged by the policies of its role as
they were deployed, by action and resource. Conditions are not looked at, nor policies of buckets and keys. A function's access key
is the name of its role (functions_here.py); whoever has another may do everything.
"""

import io
import json
import re
import urllib.parse
from xml.etree import ElementTree

from moto.core import DEFAULT_ACCOUNT_ID
from moto.iam.access_control import PermissionResult
from moto.iam.models import iam_backends
from moto.moto_server.werkzeug_app import DomainDispatcherApplication
from moto.s3.models import FakeBucket

CALLER = re.compile(r"Credential=([^/]+)/\d+/([^/]+)/([^/]+)/")
OF_BUCKETS = {"versions": "ListBucketVersions", "uploads": "ListBucketMultipartUploads", "versioning": "GetBucketVersioning",
              "location": "GetBucketLocation"}
OF_TRANSACTIONS = {"Put": "PutItem", "Update": "UpdateItem", "Delete": "DeleteItem", "ConditionCheck": "ConditionCheckItem",
                   "Get": "GetItem"}
handle = DomainDispatcherApplication.__call__


def may(role, action, resource):
    """A role's own policies; an explicit denial is stronger."""
    effects = {statement["Effect"] for document in iam_backends[DEFAULT_ACCOUNT_ID]["aws"].get_role(role).policies.values()
               for statement in (json.loads(document) if isinstance(document, str) else document)["Statement"]
               if matches(statement.get("Action", []), action) and matches(statement.get("Resource", []), resource)}
    return effects == {"Allow"}


def require(role, action, resource):
    if not may(role, action, resource):
        raise PermissionError(f"{role} may not {action} on {resource}")


def matches(patterns, value):
    for pattern in patterns if isinstance(patterns, list) else [patterns]:
        if re.fullmatch(re.escape(pattern).replace(r"\*", ".*").replace(r"\?", "."), value, re.DOTALL):
            return True
    return False


def of_s3(method, path, query, body, _):
    bucket, _, key = path.lstrip("/").partition("/")
    arn, version = f"arn:aws:s3:::{bucket}", "Version" if "versionId" in query else ""
    if not key:
        if method == "POST" and "delete" in query:
            keys = [each.text for each in ElementTree.fromstring(body()).iter() if each.tag.endswith("Key")]
            return [("s3:DeleteObject", f"{arn}/{key}") for key in keys]
        part = next((of for name, of in OF_BUCKETS.items() if name in query), "ListBucket")
        return [(f"s3:{part}", arn)] if method in ("GET", "HEAD") else []
    action = {"GET": f"GetObject{version}", "HEAD": f"GetObject{version}", "PUT": "PutObject", "POST": "PutObject",
              "DELETE": "AbortMultipartUpload" if "uploadId" in query else f"DeleteObject{version}"}.get(method)
    return [(f"s3:{action}", f"{arn}/{key}")] if action else []


def of_dynamodb(_, target, __, body, region):
    told, action = json.loads(body()), target.rpartition(".")[2]

    def asked(name, of):
        return f"dynamodb:{name}", f"arn:aws:dynamodb:{region}:{DEFAULT_ACCOUNT_ID}:table/{of}"

    if action.startswith("Transact"):
        return [asked(OF_TRANSACTIONS[kind], of["TableName"]) for item in told["TransactItems"] for kind, of in item.items()]
    if action.startswith("Batch"):
        return [asked(action, each) for each in told["RequestItems"]]
    return [asked(action, told["TableName"])]


def of_sqs(_, target, __, body, region):
    queue = json.loads(body())["QueueUrl"].rpartition("/")[2]
    return [(f"sqs:{target.rpartition('.')[2]}", f"arn:aws:sqs:{region}:{DEFAULT_ACCOUNT_ID}:{queue}")]


def of_lambda(_, path, query, __, region):
    name = re.fullmatch(r"/2015-03-31/functions/(.+)/invocations", urllib.parse.unquote(path))
    if not name:
        return []
    arn = name[1] if name[1].startswith("arn:") else f"arn:aws:lambda:{region}:{DEFAULT_ACCOUNT_ID}:function:{name[1]}"
    return [("lambda:InvokeFunction", ":".join([arn, *query.get("Qualifier", [])]))]


def of_secrets(_, target, __, body, ___):
    return [(f"secretsmanager:{target.rpartition('.')[2]}", json.loads(body())["SecretId"])]


SERVICES = {"s3": of_s3, "dynamodb": of_dynamodb, "sqs": of_sqs, "lambda": of_lambda, "secretsmanager": of_secrets}


def refusal(environ):
    """What the caller of a request may not do, or None."""
    caller = CALLER.search(environ.get("HTTP_AUTHORIZATION", ""))
    if not caller or caller[1] not in {role.name for role in iam_backends[DEFAULT_ACCOUNT_ID]["aws"].get_roles()}:
        return None
    role, region, service = caller.groups()

    def body():
        data = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        environ["wsgi.input"] = io.BytesIO(data)
        return data

    place = environ.get("HTTP_X_AMZ_TARGET") or environ["PATH_INFO"].encode("latin-1").decode(errors="replace")
    query = urllib.parse.parse_qs(environ.get("QUERY_STRING", ""), keep_blank_values=True)
    asked = SERVICES[service](environ["REQUEST_METHOD"], place, query, body, region) if service in SERVICES else []
    if "HTTP_X_AMZ_COPY_SOURCE" in environ:
        copied = urllib.parse.unquote(environ["HTTP_X_AMZ_COPY_SOURCE"]).lstrip("/").partition("?")[0]
        asked.append(("s3:GetObject", f"arn:aws:s3:::{copied}"))
    if not asked:
        return f"rights.py does not know the request {environ['REQUEST_METHOD']} {place} of {service}, which {role} makes"
    return next((f"{role} may not {action} on {resource}" for action, resource in asked if not may(role, action, resource)), None)


def judged(self, environ, respond):
    refused = refusal(environ)
    if not refused:
        return handle(self, environ, respond)
    print(f"refused: {refused}", flush=True)
    if "HTTP_X_AMZ_TARGET" in environ:
        respond("400 Bad Request", [("Content-Type", "application/x-amz-json-1.0")])
        return [json.dumps({"__type": "AccessDeniedException", "message": refused}).encode()]
    respond("403 Forbidden", [("Content-Type", "application/xml"), ("x-amzn-ErrorType", "AccessDeniedException")])
    error = ElementTree.Element("Error")
    for name, text in (("Code", "AccessDenied"), ("Message", refused)):
        ElementTree.SubElement(error, name).text = text
    return [b"" if environ["REQUEST_METHOD"] == "HEAD" else ElementTree.tostring(error)]


def install():
    DomainDispatcherApplication.__call__ = judged
    # A bucket's policy denies what comes without TLS, as everything does here; moto looks at no condition of it.
    FakeBucket.get_permission = lambda *_: PermissionResult.NEUTRAL
