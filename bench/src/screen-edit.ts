/** A slip somebody could make, and the test that must notice it. */
export interface ScreenEdit {
  /** The fact that test names; of what the specification says nothing, words of its title. */
  readonly fact: string;
  readonly file: string;
  readonly find: string;
  readonly put: string;
  readonly test: string;
}

export const office = 'apps/web/app/office';
export const guest = 'apps/web/app/guest';
export const shared = 'apps/web/app/shared';
export const domain = 'packages/domain/src';

/** How a test names it: a fact of the specification in brackets, anything else in its title's own words. */
export function nameOf(fact: string): string {
  return /^[AC]-[A-Z]+-\d+$/.test(fact) ? `[${fact}]` : fact;
}

type Line = readonly [fact: string, file: string, find: string, put: string];

/** Those that the tests of one file must notice. */
export function edits(test: string, lines: readonly Line[]): ScreenEdit[] {
  return lines.map(([fact, file, find, put]) => ({ fact, file, find, put, test }));
}
