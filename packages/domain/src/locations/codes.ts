/** The code of a location without one. */
export const OTHER_LOCATION_CODE = 'LOC';

/** The three letters at the start of order and reservation numbers. */
export function locationCode({ code }: { readonly code: string | null }): string {
  return code ?? OTHER_LOCATION_CODE;
}

export const LOCATION_CODE = /^[A-Z]{3}$/;

/** Proposes three letters of the name that no other location uses: WAT for 'Water Street', otherwise WAE, WAR … */
export function proposedCode(name: string, taken: ReadonlySet<string>): string {
  const [first, ...rest] = [...name.normalize('NFD').toUpperCase()].filter((letter) => /[A-Z]/.test(letter));
  if (first === undefined) return OTHER_LOCATION_CODE;
  for (const second of [...rest, ...LETTERS]) {
    for (const third of [...rest.slice(rest.indexOf(second) + 1), ...LETTERS]) {
      const code = first + second + third;
      if (!taken.has(code)) return code;
    }
  }
  return OTHER_LOCATION_CODE;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
