const ENGLISH = `
a about above after again against all also am an and any are aren as at be because been before being below between both
but by came can cannot come could couldn did didn do does doesn doing don done down during each else ever every few for
from further get gets give go goes going gone got had hadn has hasn have haven having he her here hers herself him himself
his how however i if in instead into is isn it its itself just let lets like ll made make makes many may maybe me might
more most much must my myself no nor not now of off often ok okay on once one only onto or other our ours ourselves out
over own per perhaps please put quite rather re really s said same say says see seems shall shan she should shouldn since
so some still such sure t take than thank thanks that the their theirs them themselves then there these they thing things
this those though through thus to too under until up upon us use used using ve very want wants was wasn way we well went
were weren what when where whether which while who whom whose why will with within without won would wouldn yes yet you
your yours yourself yourselves
`

/** Words that say nothing about what is meant; lower case. */
export const STOP_WORDS: ReadonlySet<string> = new Set(ENGLISH.trim().split(/\s+/))
