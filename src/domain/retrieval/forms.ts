/** Words whose forms no stemming brings together; the forms of one word on a line. */
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

/** The forms of a word that stemming misses, itself first; lower case. */
export const formsOf = (word: string): readonly string[] => [
  word,
  ...(FORMS.get(word) ?? []).filter((form) => form !== word),
]
