import { area } from 'geometry'
import { print } from 'io/print'

for (const side of [1, 2]) print(area(side))
