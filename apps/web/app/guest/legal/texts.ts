/** Around the pages of the law. */
export const texts = {
  breadcrumbs: 'Breadcrumbs',
  home: 'Home',
  since: 'In force since',
  onThisPage: 'On this page',
} as const;
