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

/** Stop words; lower case. */
export const STOP_WORDS: ReadonlySet<string> = new Set(ENGLISH.trim().split(/\s+/))

const WORK = `
able active actual actually add added adding address again already although always anyone anything approach arg args
argument auto away bad base based basic best better bit branch bring broken btw bug build call called calls case
change changed changes changing check class clean clear clearly close code come command commit common compare
completely concerned config confirm contain containing contains correct could couple create created current data days default describe detail
details different directly distinguish doc docs done double easier easy edit entry error errors especially even
everything everywhere exactly example exist existing expected explain explained extra fail failed failing fails
feature field file files find fine first fix fixed flow folder folders follow found front full function future gave
general generate generic good group guess half handle happen happened happening happens hard help hit hmm hope idea
implement implementation important improve include including information input interesting issue issues item itself
json keep kept kind know large last later latest leave left less lib likely limit line lines list little live local
log logic long look looking looks lot low main manual mark matter maybe mean mentioned mess message messed method
middle miss missing mode module moment morning mostly move multiple must name names need needed needs never new next
nice note nothing number obsolete often old open option options order others otherwise outcome output outside package
part past path paths people place places plan point possible present problem process project proper properly propose
pull push question quick quickly rather read reading ready real reason regarding regular related remove removed rename
repeated repo require rest result results return review right run running safe save saying second section seem seems
sentence separate set setup several share short show side similar simple simpler simplify simply since single small
somehow someone something sometimes somewhere soon sorry sound sounds source special specific standard start state
status step steps still stop stuff suddenly suggest summarize summary support sure sync system taking talk task tell
term test testing tests text theory think thinking thinks thought third time today todo together tomorrow tool tools top total tried true
try trying turn twice type types understand unused update updated usage useful user users usual usually value values
verified verify version wait wanted wants week whatever whether whole wider wonder wondering word words work worked
working works worth write writing wrong yesterday
`

/** Words common to all work on code, which do not say on their own what it is about; lower case. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(WORK.trim().split(/\s+/))

/** Words with forms that stemming does not unite; one word per line. */
const IRREGULAR = `
child children
man men
woman women
person people
foot feet
tooth teeth
wife wives
life lives
index indices
matrix matrices
vertex vertices
begin began begun
bend bent
bite bit bitten
blow blew blown
break broke broken
bring brought
build built
buy bought
catch caught
choose chose chosen
deal dealt
dig dug
draw drew drawn
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
fly flew flown
forget forgot forgotten
freeze froze frozen
give gave given
go went gone
grow grew grown
hang hung
hear heard
hide hid hidden
hold held
keep kept
know knew known
lay laid
lead led
leave left
lend lent
lose lost
make made
mean meant
meet met
pay paid
ride rode ridden
rise rose risen
run ran
see saw seen
seek sought
sell sold
send sent
shake shook shaken
shoot shot
show shown
sing sang sung
sit sat
sleep slept
speak spoke spoken
spend spent
stand stood
steal stole stolen
stick stuck
strike struck
swear swore sworn
sweep swept
swim swam swum
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
understand understood
wake woke woken
wear wore worn
win won
wind wound
write wrote written
`

const FORMS: ReadonlyMap<string, readonly string[]> = new Map(
  IRREGULAR.trim()
    .split('\n')
    .map((line) => line.split(' '))
    .flatMap((forms) => forms.map((form) => [form, forms] as const)),
)

/** The forms of a word that stemming misses, starting with the word itself; lower case. */
export const formsOf = (word: string): readonly string[] => [
  word,
  ...(FORMS.get(word) ?? []).filter((form) => form !== word),
]
