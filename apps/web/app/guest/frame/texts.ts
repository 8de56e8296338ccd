import { say } from '@tiffin/domain/core';

export const texts = {
  notFound: say`The address may be mistyped, or the page has moved. The menu is still where it was.`,
  crash: {
    title: say`Oops! Something went wrong`,
    text: say`It isn’t you. Try again. If it keeps happening, write to us and include the number below.`,
  },
} as const;
