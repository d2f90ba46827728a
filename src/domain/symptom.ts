/**
 * What was observed, and what may have caused it: one symptom never gets one guessed cause. A cause is listed only if something
 * was seen that speaks for it; without any, the symptom stands alone.
 */
export function symptom(seen: string, causes: readonly (string | undefined)[]): string {
  const known = causes.filter((cause) => cause !== undefined)
  return known.length === 0 ? seen : `${seen}; possible cause${known.length === 1 ? '' : 's'}: ${known.join('; ')}`
}
