/** Every photo is kept in these widths, each in these formats; the last one every browser and mail reads. */
export const PICTURE_WIDTHS = [400, 800, 1200] as const;
export const PICTURE_FORMATS = ['avif', 'webp', 'jpg'] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** More than any camera a kitchen has; what claims more is made to exhaust whoever opens it. */
export const PICTURE_PIXELS_MAX = 50_000_000;

export interface PictureFile {
  /** From the content, so that an address never changes what it shows. */
  readonly id: string;
  readonly width: PictureWidth;
  readonly format: PictureFormat;
}

/** '/images/4f…-1200.jpg'. The largest JPEG is the one a dish refers to. */
export function pictureUrl(id: string, width: PictureWidth = 1200, format: PictureFormat = 'jpg'): string {
  return `/images/${id}-${width}.${format}`;
}

/** The file an address names; null for one that is none of ours. */
export function readPictureUrl(url: string): PictureFile | null {
  const [, id, widthText, formatText] = /^\/images\/([0-9a-f]{32})-(\d+)\.([a-z]+)$/.exec(url) ?? [];
  const width = PICTURE_WIDTHS.find((each) => String(each) === widthText);
  const format = PICTURE_FORMATS.find((each) => each === formatText);
  return id === undefined || width === undefined || format === undefined ? null : { id, width, format };
}

/** What a browser chooses from, best format first; null for a picture that is none of ours. */
export function pictureSources(url: string): readonly { readonly type: string; readonly srcSet: string }[] | null {
  const file = readPictureUrl(url);
  if (!file) return null;
  return PICTURE_FORMATS.map((format) => ({
    type: format === 'jpg' ? 'image/jpeg' : `image/${format}`,
    srcSet: PICTURE_WIDTHS.map((width) => `${pictureUrl(file.id, width, format)} ${width}w`).join(', '),
  }));
}
