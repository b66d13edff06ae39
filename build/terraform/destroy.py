"""`terraform destroy` of what was applied: what runs goes, and what holds data stays until it is said that it may go."""
from state import State
from stream import require, unboxed


def keeps(name, stream, told, emulator):
    """The destroy fails with a sentence for each thing that it keeps, which the outputs `told`; how many there are."""
    environment, kept = emulator.environment(), told["retained"]
    done = require(stream.terraform("destroy", "-no-color", "-auto-approve", environment=environment), f"destroy of {name}",
                   1 if kept else 0)
    said = unboxed(done.stderr)
    for each in kept:
        if f"Sluice keeps {each}" not in said:
            raise SystemExit(f"terraform: the destroy of {name} does not say that it keeps {each}:\n{done.stderr}")
    left = list(State(stream.state(environment)).resources)
    if any("module.storage" not in each for each in left):
        raise SystemExit(f"terraform: the destroy of {name} leaves what runs: {left}")
    functions = emulator.client("lambda").list_functions()["Functions"]
    if functions:
        raise SystemExit(f"terraform: the destroy of {name} leaves {len(functions)} functions")
    for bucket in filter(None, (told["data_bucket"], told["staging_bucket"])):
        emulator.client("s3").get_bucket_policy(Bucket=bucket)
    return len(kept)


def goes(name, stream, emulator):
    """Nothing is left of what may go."""
    stream.write(retain_data=False)
    # Nobody else changed anything since the state was read.
    for command in ("apply", "destroy"):
        require(stream.terraform(command, "-no-color", "-auto-approve", "-refresh=false", environment=emulator.environment()),
                f"{command} of {name} without retain_data")
