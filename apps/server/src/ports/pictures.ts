/** Where a picture is fetched from when somebody gives its address. */
export interface PictureSource {
  /** The bytes behind an address of the public web; refuses what is too large, too slow or not public. */
  fetch(url: string): Promise<Buffer>;
}
