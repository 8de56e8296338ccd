export const takenTableTexts = {
  taken: (table: string) => `Somebody is at table ${table}`,
  order: (code: string, name: string, since: string) =>
    `Order ${code} for ${name}, since ${since}, is not completed yet. Check the number, or continue if both sit there.`,
  party: (name: string, size: number, since: string) =>
    `${name}, party of ${size}, was seated there at ${since}. Check the number, or continue if both sit there.`,
};
