import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../../shared/api/api.ts';
import { useStep } from '../../shared/errors/use-step.ts';
import { useSite } from '../../shared/site/site.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { texts } from './texts.ts';

const { confirm } = texts;

/** Without it nothing comes into the account that was ordered before there was one, and its link is good for an hour. */
export function ConfirmAddress({ email }: { email: string }) {
  const { phone } = useSite();
  const [query] = useSearchParams();
  const [isSent, setSent] = useState<boolean | null>(null);
  const asking = useStep(async () => setSent((await api('sendAddressLink', { body: {} })).isSent));
  const said = asking.problem ?? (isSent === false ? confirm.notSent(phone) : null);
  return (
    <Banner tone="info" title={confirm.title}>
      <p>{query.has('error') ? confirm.oldLink : confirm.text(email)}</p>
      {!isSent && (
        <Button look="quiet" size="sm" busy={asking.busy} onClick={() => asking.submit()}>
          {confirm.again}
        </Button>
      )}
      <p role="status">{isSent ? confirm.sent : said}</p>
    </Banner>
  );
}
