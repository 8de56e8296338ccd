/** What an installed app offers before it is open. */
export const texts = {
  menu: 'Menu',
  reservations: 'Reservations',
  office: 'Back Office',
} as const;
