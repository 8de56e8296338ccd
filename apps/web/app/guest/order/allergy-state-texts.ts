export const allergyStateTexts = {
  checked: 'The kitchen has checked your dishes',
  willCheck: 'The kitchen will check your dishes',
  noted: 'The kitchen knows about your allergy',
  checkedFor: (allergies: string, by: string, time: string) =>
    by === '' ? `${allergies}. Checked at ${time}` : `${allergies}. ${by}, ${time}`,
  before: (allergies: string) => `${allergies}. Before they are ready.`,
  checkedAt: (time: string) => `Checked ${time}`,
  notYet: 'Not yet',
  changes: 'Something to add? Call us. If the order changes, the kitchen checks it again.',
};
