"""Stage 8, beside the command line: games as environments of other people's toolkits. Each needs its extra, and none is
imported by anything else: `rulewright[pettingzoo]`, `rulewright[gymnasium]`, `rulewright[openspiel]`.

They stand on the public API alone: fixed numbers for actions (`Game.action_ids`), views, outcomes.
"""
