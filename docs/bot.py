"""A bot that plays a whole match at random: python3 bot.py INVITE [FLAG ...]"""

import json, random, subprocess, sys

match = subprocess.Popen(["darkjunqi", "join", sys.argv[1], "--yes", "--json", *sys.argv[2:]],
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

def do(**command):
    print(json.dumps(command), file=match.stdin, flush=True)

asked = None
for line in match.stdout:
    (what, said), = json.loads(line).items()
    if what == "refused" and said["code"] in ("p2p.unheard", "p2p.behind"):
        asked = None  # it can be decided later: the next state asks again
    elif what == "refused":
        sys.exit(said["text"])
    if what != "state":
        continue
    question = said["decision"], said["turns"]
    if question == asked:  # something else has changed
        continue
    asked = question
    if said["decision"] == "layout":
        do(do="layout", layout="63425/8.1.7/B5.69/4.B.7/3M121/MFM23")
    elif said["decision"] == "move":
        source = random.choice(list(said["moves"]))
        do(do="move", **{"from": source, "to": random.choice(said["moves"][source])})
    elif said["result"] and said["result"]["you"]:
        print(said["result"]["you"], "by", said["result"]["reason"])
