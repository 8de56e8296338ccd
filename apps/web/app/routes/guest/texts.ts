/** Shortcuts of the installed app. */
export const texts = {
  menu: 'Menu',
  reservations: 'Reservations',
  office: 'Back Office',
} as const;
