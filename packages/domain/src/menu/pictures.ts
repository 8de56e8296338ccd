/** Every photo is stored in these widths and formats. All browsers and mail programs can show the last format. */
export const PICTURE_WIDTHS = [400, 800, 1200] as const;
export const PICTURE_FORMATS = ['avif', 'webp', 'jpg'] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** More pixels than any usual camera has. Larger pictures are probably made to exhaust the server's memory. */
export const PICTURE_PIXELS_MAX = 50_000_000;

export interface PictureFile {
  /** A hash of the content, so that a URL always shows the same picture. */
  readonly id: string;
  readonly width: PictureWidth;
  readonly format: PictureFormat;
}

/** '/images/4f…-1200.jpg'. Dishes refer to the largest JPEG. */
export function pictureUrl(id: string, width: PictureWidth = 1200, format: PictureFormat = 'jpg'): string {
  return `/images/${id}-${width}.${format}`;
}

/** Parses the URL of a stored picture; null for any other URL. */
export function readPictureUrl(url: string): PictureFile | null {
  const [, id, widthText, formatText] = /^\/images\/([0-9a-f]{32})-(\d+)\.([a-z]+)$/.exec(url) ?? [];
  const width = PICTURE_WIDTHS.find((each) => String(each) === widthText);
  const format = PICTURE_FORMATS.find((each) => each === formatText);
  return id === undefined || width === undefined || format === undefined ? null : { id, width, format };
}

/** The sources for a browser, best format first; null if the picture is not stored here. */
export function pictureSources(url: string): readonly { readonly type: string; readonly srcSet: string }[] | null {
  const file = readPictureUrl(url);
  if (!file) return null;
  return PICTURE_FORMATS.map((format) => ({
    type: format === 'jpg' ? 'image/jpeg' : `image/${format}`,
    srcSet: PICTURE_WIDTHS.map((width) => `${pictureUrl(file.id, width, format)} ${width}w`).join(', '),
  }));
}
