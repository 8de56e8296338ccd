import { Banner } from '../../ui/banner.tsx';
import { texts } from './texts.ts';

/** A step that cannot be done before there is a place. */
export function NeedsPlace() {
  return <Banner tone="warn">{texts.needsPlace}</Banner>;
}
