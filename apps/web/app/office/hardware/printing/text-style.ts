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
