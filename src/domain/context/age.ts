const UNITS: readonly (readonly [number, string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
]

/** How long ago, in its largest unit: `3d ago`. */
export function age(ms: number): string {
  const [size, unit] = UNITS.find(([each]) => ms >= each) ?? [1, '']
  return unit === '' ? 'just now' : `${Math.floor(ms / size)}${unit} ago`
}
