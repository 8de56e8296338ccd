import { Banner } from '../../ui/banner.tsx';
import { phoneHref } from '../../ui/format.ts';
import { noOrdersTexts } from './no-orders-texts.ts';
import type { Location } from './site.ts';

/** Says that the law does not let the location take orders here, and whom to call. */
export function NoOrdersNote({ location: { phone } }: { location: Location }) {
  return (
    <Banner tone="warn" title={noOrdersTexts.title}>
      {noOrdersTexts.call}{' '}
      <a className="nowrap" href={phoneHref(phone)}>
        {phone}
      </a>
    </Banner>
  );
}
