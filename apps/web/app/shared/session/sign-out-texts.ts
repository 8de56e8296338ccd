export const signOutTexts = {
  question: 'Are you sure you want to logout?',
  confirm: 'Logout',
  stay: 'Stay signed in',
} as const;
