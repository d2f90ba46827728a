import { multiply } from 'arithmetic'

export function squareArea(side: number): number {
  return multiply(side, side)
}
