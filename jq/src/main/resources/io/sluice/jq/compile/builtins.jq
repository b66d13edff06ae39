# Builtins of jq 1.6 that are defined in jq itself, with the behaviour that jq 1.6 has: as values, as path expressions,
# and in what their errors say. A definition starts in the first column; its further lines are indented.
# Functions whose names start with `_` are written in Java (NativeFunctions).

def error: error(.);

def map(f): [.[] | f];

def select(f): if f then . else empty end;

def values: select(. != null);

def nulls: select(type == "null");

def booleans: select(type == "boolean");

def numbers: select(type == "number");

def strings: select(type == "string");

def arrays: select(type == "array");

def objects: select(type == "object");

def iterables: arrays, objects;

def scalars: select(. == null or . == true or . == false or type == "number" or type == "string");

def scalars_or_empty:
  select(. == null or . == true or . == false or type == "number" or type == "string"
    or ((type == "array" or type == "object") and length == 0));

def isfinite: type == "number" and (isinfinite | not);

def finites: select(isfinite);

def normals: select(isnormal);

def recurse(f): def down: ., (f | down); down;

def recurse(f; cond): def down: ., (f | select(cond) | down); down;

def recurse: recurse(.[]?);

def recurse_down: recurse;

def sort_by(f): _sort_by_impl(map([f]));

def group_by(f): _group_by_impl(map([f]));

def unique_by(f): group_by(f) | map(.[0]);

def unique: unique_by(.);

def max_by(f): _max_by_impl(map([f]));

def min_by(f): _min_by_impl(map([f]));

def add: reduce .[] as $item (null; . + $item);

def del(f): delpaths([path(f)]);

def _assign(targets; value): value as $new | reduce path(targets) as $path (.; setpath($path; $new));

def _modify(targets; update):
  reduce path(targets) as $path (.;
    label $done | (setpath($path; getpath($path) | update) | ., break $done), delpaths([$path]));

def map_values(f): .[] |= f;

def to_entries: [keys_unsorted[] as $name | {key: $name, value: .[$name]}];

def from_entries:
  map({(.key // .Key // .name // .Name): (if has("value") then .value else .Value end)}) | add | . //= {};

def with_entries(f): to_entries | map(f) | from_entries;

def reverse: [.[length - 1 - range(0; length)]];

def indices($what):
  if type == "array" and ($what | type) == "array" then .[$what]
  elif type == "array" then .[[$what]]
  elif type == "string" and ($what | type) == "string" then _strindices($what)
  else .[$what] end;

def index($what): indices($what) | .[0];

def rindex($what): indices($what) | .[-1:][0];

def paths:
  path(recurse(if (type | . == "array" or . == "object") then .[] else empty end)) | select(length > 0);

def paths(f): . as $root | paths | select(. as $path | $root | getpath($path) | f);

def leaf_paths: paths(scalars);

def any(items; cond):
  [label $done | foreach items as $item (false;
    if . then break $done elif $item | cond then true else . end;
    if . then . else empty end)] | length == 1;

def any(cond): any(.[]; cond);

def any: any(.);

def all(items; cond):
  [label $done | foreach items as $item (true;
    if . | not then break $done elif $item | cond then . else false end;
    if . | not then . else empty end)] | length == 0;

def all(cond): all(.[]; cond);

def all: all(.);

def join($separator):
  reduce .[] as $item (null;
    (if . == null then "" else . + $separator end)
      + ($item | if type == "boolean" or type == "number" then tostring else . // "" end)) // "";

def _flatten($depth):
  reduce .[] as $item ([];
    if $item | type == "array" and $depth != 0 then . + ($item | _flatten($depth - 1)) else . + [$item] end);

def flatten($depth): if $depth < 0 then error("flatten depth must not be negative") else _flatten($depth) end;

def flatten: _flatten(-1);

def range($upto): range(0; $upto);

def range($from; $upto; $by):
  def within: ($by > 0 and . < $upto) or ($by < 0 and . > $upto);
  def count: if within then ., (. + $by | count) else empty end;
  (if $by == 0 then $from else $from | count end) | select(within);

def while(cond; update): def loop: if cond then ., (update | loop) else empty end; loop;

def until(cond; update): def loop: if cond then . else (update | loop) end; loop;

def repeat(f): def loop: f, loop; loop;

def inputs: try repeat(_input) catch if . == "break" then empty else . | error end;

def input: _input;

def limit($count; f):
  if $count < 0 then f
  else label $done | foreach f as $item ($count; . - 1; $item, if . <= 0 then break $done else empty end)
  end;

def first(f): label $done | f | ., break $done;

def isempty(f): 0 == ((label $done | f | (1, break $done)) // 0);

def last(f): reduce f as $item (null; $item);

def nth($n; f): if $n < 0 then error("nth doesn't support negative indices") else last(limit($n + 1; f)) end;

def first: .[0];

def last: .[-1];

def nth($n): .[$n];

def combinations:
  if length == 0 then []
  else .[0][] as $head | (.[1:] | combinations) as $tail | [$head] + $tail
  end;

def combinations(n): . as $items | [range(n) | $items] | combinations;

def transpose:
  if . == [] then []
  else . as $rows | (map(length) | max) as $width | length as $height
    | reduce range(0; $width) as $x ([]; . + [reduce range(0; $height) as $y ([]; . + [$rows[$y][$x]])])
  end;

def in(container): . as $key | container | has($key);

def inside(container): . as $part | container | contains($part);

def fromdateiso8601: strptime("%Y-%m-%dT%H:%M:%SZ") | mktime;

def todateiso8601: strftime("%Y-%m-%dT%H:%M:%SZ");

def fromdate: fromdateiso8601;

def todate: todateiso8601;

def match(re; flags): _match_impl(re; flags; false) | .[];

def match($args):
  ($args | type) as $type
  | if $type == "string" then match($args; null)
    elif $type == "array" and ($args | length) > 1 then match($args[0]; $args[1])
    elif $type == "array" and ($args | length) > 0 then match($args[0]; null)
    else error($type + " not a string or array") end;

def test(re; flags): _match_impl(re; flags; true);

def test($args):
  ($args | type) as $type
  | if $type == "string" then test($args; null)
    elif $type == "array" and ($args | length) > 1 then test($args[0]; $args[1])
    elif $type == "array" and ($args | length) > 0 then test($args[0]; null)
    else error($type + " not a string or array") end;

def _named_captures:
  reduce (.captures[] | select(.name != null) | {(.name): .string}) as $capture ({}; . + $capture);

def capture(re; flags): match(re; flags) | _named_captures;

def capture($args):
  ($args | type) as $type
  | if $type == "string" then capture($args; null)
    elif $type == "array" and ($args | length) > 1 then capture($args[0]; $args[1])
    elif $type == "array" and ($args | length) > 0 then capture($args[0]; null)
    else error($type + " not a string or array") end;

def scan(re): match(re; "g") | if .captures | length > 0 then [.captures[] | .string] else .string end;

def _nwise(f; $n): if f | length <= $n then f else f[0:$n], _nwise(f[$n:]; $n) end;

def _nwise($n): _nwise(.; $n);

def splits($re; flags):
  . as $text
  | [match($re; "g" + flags) | (.offset, .offset + .length)]
  | [0] + . + [$text | length]
  | _nwise(2)
  | $text[.[0]:.[1]];

def splits($re): splits($re; null);

def split($re; flags): [splits($re; flags)];

def sub($re; replacement):
  . as $text
  | [match($re)]
  | if length == 0 then $text
    else .[0] | . as $match | _named_captures
      | $text[0:$match.offset] + replacement + $text[$match.offset + $match.length:]
    end;

def sub($re; replacement; flags):
  def without_g: [explode[] | select(. != 103)] | implode;
  def replace(once; all):
    def step:
      . as $text
      | [match($re; once)]
      | if length == 0 then $text
        else .[0] as $match
          | ($match | .offset + .length) as $rest
          | ($match | _named_captures)
          | $text[0:$match.offset] + replacement + ($text[$rest:] | if length > 0 and all then step else . end)
        end;
    step;
  (flags | index("g")) as $all
  | (flags | if $all then without_g else . end) as $once
  | replace($once; $all);

def gsub($re; replacement; flags): sub($re; replacement; flags + "g");

def gsub($re; replacement): sub($re; replacement; "g");

def ascii_downcase: explode | map(if 65 <= . and . <= 90 then . + 32 else . end) | implode;

def ascii_upcase: explode | map(if 97 <= . and . <= 122 then . - 32 else . end) | implode;

def truncate_stream(stream):
  . as $depth | null | stream | . as $event
  | if (.[0] | length) > $depth then setpath([0]; $event[0][$depth:]) else empty end;

def fromstream(events):
  foreach events as $event ([null, false, null, false];
    if ($event[0] | length) == 0 then [null, false, .[2], .[3]]
    elif ($event | length) == 1 and ($event[0] | length) < 2 then [null, false, .[0], .[1]]
    else . end
    | . as $state
    | if ($event | length) > 1 and ($event[0] | length) > 0
      then [.[0] | setpath(($event | .[0]); ($event | .[1])), true, $state[2], $state[3]]
      else . end;
    (if ($event[0] | length) == 1 and ($event | length == 1) and .[3] then .[2] else empty end),
    (if ($event[0] | length) == 0 then $event[1] else empty end));

def tostream:
  {string: true, number: true, boolean: true, null: true} as $leaves
  | . as $value
  | if $leaves[$value | type] or length == 0 then [[], $value]
    else keys_unsorted as $keys | $keys[-1] as $last
      | (($keys[] | . as $key | $value[$key] | . as $value | tostream | .[0] |= [$key] + .), [[$last]])
    end;

def bsearch(target):
  if length == 0 then -1
  elif length == 1 then if target == .[0] then 0 elif target < .[0] then -1 else -2 end
  else . as $items
    | [0, length - 1, null]
    | until(.[0] > .[1];
        if .[2] != null then .[1] = -1
        else (((.[1] + .[0]) / 2) | floor) as $middle
          | $items[$middle] as $candidate
          | if $candidate == target then .[2] = $middle
            elif .[0] == .[1] then .[1] = -1
            elif $candidate < target then .[0] = ($middle + 1)
            else .[1] = ($middle - 1)
            end
        end)
    | if .[2] == null then if $items[.[0]] < target then -2 - .[0] else -1 - .[0] end else .[2] end
  end;

def walk(f):
  . as $value
  | if type == "object" then reduce keys_unsorted[] as $key ({}; . + {($key): ($value[$key] | walk(f))}) | f
    elif type == "array" then map(walk(f)) | f
    else f
    end;

def INDEX(rows; key): reduce rows as $row ({}; .[$row | key | if type != "string" then tojson else . end] |= $row);

def INDEX(key): INDEX(.[]; key);

def JOIN($index; key): [.[] | [., $index[key]]];

def JOIN($index; rows; key): rows | [., $index[key]];

def JOIN($index; rows; key; combine): rows | [., $index[key]] | combine;

def IN(items): reduce (first(select(. == items)) | true) as $found (false; if . or $found then true else false end);

def IN(source; items): reduce (source | IN(items)) as $found (false; if . or $found then true else false end);

def pow10: error("Error: pow10/0 not found at build time");
