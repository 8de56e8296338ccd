/** Texts around the legal pages. */
export const texts = {
  breadcrumbs: 'Breadcrumbs',
  home: 'Home',
  since: 'In force since',
  onThisPage: 'On this page',
} as const;
