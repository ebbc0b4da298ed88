/** Placeholder until the adversarial inputs stand. */
export function worstTimes(print: (line: string) => void): boolean {
  print('');
  return true;
}
