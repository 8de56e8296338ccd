export interface TextStyle {
  /** `big` is twice as wide and high, `tall` only as high. */
  readonly size?: 'plain' | 'tall' | 'big';
  readonly bold?: boolean;
  /** White on black. */
  readonly inverted?: boolean;
  readonly centred?: boolean;
  /** Spaces before every line. */
  readonly indent?: number;
  /** Spaces before the second and later lines. */
  readonly hang?: number;
}

/** A picture of one bit per dot, row by row. Black is 1. */
export interface TextImage {
  readonly bytesPerRow: number;
  readonly rows: Uint8Array;
}

/** Draws texts as a picture as wide as the paper: one at the left, or two at both ends. Null if it cannot. */
export type DrawText = (texts: readonly [string] | readonly [string, string], look: TextStyle) => TextImage | null;
