"""What CDK synthesised of a stream, with its references resolved: both stacks as one.

What a resource is called once it is deployed is asked of whoever reads it: `Ref` and `Fn::GetAtt` become `name(logical id, attribute)`.
"""
import json
import pathlib
import re


class Template:
    def __init__(self, folder):
        self.resources = {}
        self._exports = {}
        self._outputs = {}
        self._conditions = {}
        for file in sorted(pathlib.Path(folder).glob("*.template.json")):
            template = json.loads(file.read_text(encoding="utf-8"))
            stack = file.name.removesuffix(".template.json")
            self.resources |= template["Resources"]
            self._conditions |= template.get("Conditions", {})
            for output, told in template.get("Outputs", {}).items():
                self._outputs[stack, output] = told["Value"]
                if "Export" in told:
                    self._exports[told["Export"]["Name"]] = told["Value"]

    def path(self, logical_id):
        """The construct's path, without its stack: `Stream/Flusher/ScheduleRole/Resource`."""
        return self.resources[logical_id]["Metadata"]["aws:cdk:path"].split("/", 1)[1]

    def resolved(self, value, pseudo, name):
        """`value` without intrinsic functions; what a condition takes away is gone."""
        def resolve(each):
            if isinstance(each, list):
                return [one for one in map(resolve, each) if one is not None]
            if not isinstance(each, dict):
                return each
            if len(each) == 1:
                (key, of), = each.items()
                if key == "Ref":
                    return pseudo[of] if of.startswith("AWS::") else name(of, "Ref")
                if key in functions:
                    return functions[key](of)
            known = {key: resolve(one) for key, one in each.items()}
            return {key: one for key, one in known.items() if one is not None}

        def holds(condition):
            (key, of), = condition.items()
            if key == "Fn::And":
                return all(map(holds, of))
            if key == "Fn::Not":
                return not holds(of[0])
            if key == "Fn::Equals":
                return resolve(of[0]) == resolve(of[1])
            return holds(self._conditions[of])

        def select(of):
            return resolve(of[1])[int(of[0])]

        functions = {
            "Fn::GetAtt": lambda of: name(of[0], of[1]),
            "Fn::Join": lambda of: of[0].join(map(str, resolve(of[1]))),
            "Fn::Select": select,
            "Fn::Split": lambda of: resolve(of[1]).split(of[0]),
            "Fn::Sub": lambda of: re.sub(r"\$\{(AWS::\w+)}", lambda found: pseudo[found[1]], of),
            "Fn::If": lambda of: resolve(of[1] if holds({"Condition": of[0]}) else of[2]),
            "Fn::ImportValue": lambda of: resolve(self._exports[of]),
            "Fn::GetStackOutput": lambda of: resolve(self._outputs[of["StackName"], of["OutputName"]]),
        }
        return resolve(value)
