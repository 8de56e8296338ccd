import plate from '../../assets/dishes/plate.svg';

const ART = import.meta.glob<string>('../../assets/categories/*.svg', { eager: true, import: 'default' });

/** The drawing of a category, or a plate. */
export function categoryArt({ art }: { readonly art?: string | null | undefined }): string {
  return ART[`../../assets/categories/${art}.svg`] ?? plate;
}
