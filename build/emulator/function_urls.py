"""URLs of functions on moto, which has no CloudFormation type for them and nothing that answers at one. Here each is a server on the
loopback interface, without TLS, which does what Lambda does between a client and the function (AWS Lambda, "Function URL request and
response payloads", format 2.0): it lets in whom the function's policy lets in, hands a request over as an event, and has each execution
environment work at one of them at a time, and start no more of them than are reserved. An environment is a process that goes on to the
next event, as on Lambda.
"""

import base64
import collections
import http.server
import json
import threading
import time
import uuid

import functions_here
from moto.awslambda.models import FunctionUrlConfig, lambda_backends
from moto.core.common_models import CloudFormationModel

# Of an account that has asked for no other.
CONCURRENCY_MAX = 1000
# Of an event, as Lambda counts it.
EVENT_MAX = 6 * 1024 * 1024
# Both, since October 2025.
ASKED = {"lambda:InvokeFunctionUrl", "lambda:InvokeFunction"}
TEXT = ("text/", "application/json", "application/xml", "application/javascript")


class Environments:
    """Of a function's version: whoever was idle for longest is next, so that a second attempt meets another where there are two."""

    def __init__(self, function, url):
        self.function, self.url = function, url
        self._idle = collections.deque()
        self._busy = 0
        self._one = threading.Lock()

    def answer(self, event):
        """The function's answer; None where no other environment may start."""
        environment = self._take()
        if environment is None:
            return None
        try:
            answer = environment.answer(event)
        except BaseException:
            with self._one:
                self._busy -= 1
            raise
        with self._one:
            self._busy -= 1
            self._idle.append(environment)
        return answer

    def _take(self):
        with self._one:
            if self._busy >= self._most():
                return None
            self._busy += 1
            if self._idle:
                return self._idle.popleft()
        print(f"{self.url} starts an environment of {self.function.function_name}", flush=True)
        return functions_here.Environment(self.function)

    def _most(self):
        reserved = functions_here.reserved_concurrency(self.function)
        return CONCURRENCY_MAX if reserved is None else int(reserved)


class Url(http.server.ThreadingHTTPServer):
    """Of what an ARN with a qualifier names, which is asked for at each request."""

    daemon_threads = True

    def __init__(self, backend, arn):
        super().__init__(("127.0.0.1", 0), Request)
        self.backend, self.arn = backend, arn
        self.address = f"http://127.0.0.1:{self.server_port}/"
        self._environments = {}
        self._one = threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def environments(self):
        function = self.backend.get_function(self.arn)
        with self._one:
            return self._environments.setdefault(function.function_arn, Environments(function, self.address))

    def lets_everybody_in(self):
        return ASKED <= {each.get("Action") for each in self.backend.get_function(self.arn).policy.statements
                         if each.get("Effect") == "Allow" and each.get("Principal") == "*"
                         and each.get("FunctionUrlAuthType", "NONE") == "NONE"}

    def end(self):
        self.shutdown()
        self.server_close()


class Request(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        event = self.event(body)
        if not self.server.lets_everybody_in():
            self.tell(403, "AccessDeniedException", {"Message": "Forbidden"})
        elif len(json.dumps(event)) > EVENT_MAX:
            self.tell(413, "RequestEntityTooLargeException", {"Message": "Request must be smaller than 6291456 bytes"})
        else:
            self.invoke(event)

    def invoke(self, event):
        try:
            answer = self.server.environments().answer(event)
        except RuntimeError as e:
            print(f"{self.server.address}: {e}", flush=True)
            self.tell(502, "InternalServerErrorException", {"Message": "Internal Server Error"})
            return
        if answer is None:
            self.tell(429, "TooManyRequestsException", {
                "Reason": "ReservedFunctionConcurrentInvocationLimitExceeded", "Type": "User", "message": "Rate Exceeded."})
            return
        told = answer.get("body", "")
        self.send(answer["statusCode"], answer.get("headers", {}),
                  base64.b64decode(told) if answer.get("isBase64Encoded") else told.encode())

    def event(self, body):
        headers = {}
        for name, value in self.headers.items():
            name = name.lower()
            headers[name] = f"{headers[name]},{value}" if name in headers else value
        path, _, query = self.path.partition("?")
        is_text = headers.get("content-type", "").startswith(TEXT)
        return {
            "version": "2.0", "routeKey": "$default", "rawPath": path, "rawQueryString": query,
            "headers": headers | {"x-forwarded-for": self.client_address[0], "x-forwarded-proto": "https", "x-forwarded-port": "443"},
            "requestContext": {
                "accountId": "anonymous", "apiId": "url", "domainName": headers.get("host", ""), "requestId": str(uuid.uuid4()),
                "routeKey": "$default", "stage": "$default", "timeEpoch": int(time.time() * 1000),
                "http": {"method": self.command, "path": path, "protocol": self.request_version,
                         "sourceIp": self.client_address[0], "userAgent": headers.get("user-agent", "")}},
            "body": body.decode() if is_text else base64.b64encode(body).decode(), "isBase64Encoded": not is_text}

    def tell(self, status, error, message):
        """What Lambda itself says."""
        self.send(status, {"content-type": "application/json", "x-amzn-errortype": error}, json.dumps(message).encode())

    def send(self, status, headers, body):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = answer


class DeployedUrl(CloudFormationModel):
    __module__ = "moto.awslambda.models"  # where moto's registry files the model

    def __init__(self, arn, server, kept):
        self.physical_resource_id = arn
        self.server, self.kept = server, kept

    @staticmethod
    def cloudformation_type():
        return "AWS::Lambda::Url"

    @classmethod
    def has_cfn_attr(cls, attr):
        return attr in ("FunctionUrl", "FunctionArn")

    def get_cfn_attribute(self, attribute):
        return {"FunctionUrl": self.kept.url, "FunctionArn": self.physical_resource_id}[attribute]

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **_):
        properties = cloudformation_json["Properties"]
        if properties["AuthType"] != "NONE":
            raise ValueError(f"{resource_name}: function_urls.py checks no signature for Lambda, as AuthType {properties['AuthType']} asks")
        backend = lambda_backends[account_id][region_name]
        base = backend.get_function(properties["TargetFunctionArn"])
        arn = ":".join([base.function_arn, *filter(None, [properties.get("Qualifier")])])
        server = Url(backend, arn)
        kept = FunctionUrlConfig(function=base, config=properties)
        kept.url = server.address
        base.url_config = kept
        return cls(arn, server, kept)

    def delete(self, account_id, region):
        self.kept.function.delete_url_config()
        self.server.end()
