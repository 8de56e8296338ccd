import { say } from '@tiffin/domain/core';
import { Banner } from '../../ui/banner.tsx';
import { phoneHref } from '../../ui/format.ts';
import type { Location } from './site.ts';

/** Says that the law does not let the location take orders here, and whom to call. */
export function NoOrdersNote({ location: { phone } }: { location: Location }) {
  return (
    <Banner tone="warn" title={say`This restaurant can’t take orders online yet`}>
      {say`Please call`}{' '}
      <a className="nowrap" href={phoneHref(phone)}>
        {phone}
      </a>
    </Banner>
  );
}
