import { stemOf } from '@hindcast/text/words.ts'

/** Words for the same act or thing in talk about programs; a line for each. */
const GROUPS = `
compute calculate
create make build generate construct produce
delete remove drop discard erase unset evict
find search look locate lookup discover
get obtain retrieve fetch receive
choose pick select
decide determine
begin start
end finish stop close terminate exit
merge combine join concatenate
call invoke run execute fire trigger
read load
write save store persist
show display render print
change modify update alter
convert transform cast coerce translate
parse interpret decode
serialize stringify encode
send emit dispatch post publish
wait sleep delay pause
verify validate check assert
copy clone duplicate
split divide separate
error fail failure exception
throw raise
list array sequence
object map dictionary dict
empty blank
number count amount
size length
folder directory dir
setting option config configuration
argument parameter arg param
last tail
repeat retry
skip ignore omit
allow permit accept
forbid deny reject refuse
add append push insert
replace substitute swap
sort order
same equal identical
colour color
listener handler callback hook
guess infer detect
wrap enclose
`

const groups: readonly (readonly string[])[] = GROUPS.trim()
  .split('\n')
  .map((line) => [...new Set(line.split(' ').map(stemOf))])

const others: ReadonlyMap<string, readonly string[]> = new Map(
  groups.flat().map((stem) => {
    const like = groups.filter((group) => group.includes(stem)).flat()
    return [stem, [...new Set(like)].filter((each) => each !== stem)]
  }),
)

/** The stems of other words for what a stem says; none for most. */
export const likeWords = (stem: string): readonly string[] => others.get(stem) ?? []
