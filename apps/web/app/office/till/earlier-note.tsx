import { callOutCode } from '@tiffin/domain/order';
import { Banner } from '../../ui/banner.tsx';
import type { Earlier } from './earlier.ts';
import { texts } from './texts.ts';

/** Something else came of an earlier press than what stands in the till now: people decide what that means. */
export function EarlierNote(earlier: Earlier) {
  if (earlier.kind === 'link') {
    return (
      <Banner tone="warn" announce="alert" title={texts.earlierLink}>
        {texts.earlierLinkText}
      </Banner>
    );
  }
  return (
    <Banner
      tone="warn"
      announce="alert"
      title={texts.earlierOrder(earlier.orderId === null ? null : callOutCode(earlier.orderId))}
    >
      {texts.earlierOrderText}
    </Banner>
  );
}
