import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { api } from '../../shared/api/api.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AttentionPanel } from './attention-panel.tsx';
import { DaysPanel } from './days-panel.tsx';
import { DESK } from './loaded.tsx';
import { FailuresPanel } from './failures-panel.tsx';
import { LedgerPanel } from './ledger-panel.tsx';
import styles from './payments.module.css';
import { texts } from './texts.ts';

type Panel = 'attention' | 'ledger' | 'webhooks' | 'days';

/** What needs a person, what came in, what failed, and whether the books agree. */
export default function PaymentsSection() {
  const queries = useQueryClient();
  const [panel, setPanel] = useState<Panel>('attention');
  const options = useQuery({ queryKey: [DESK, 'options'], queryFn: () => api('getPaymentOptions') });
  const attention = useQuery({ queryKey: [DESK, 'attention'], queryFn: () => api('getPaymentAttention') });
  const failures = useQuery({ queryKey: [DESK, 'failures'], queryFn: () => api('getFailedWebhooks', { query: {} }) });
  const refresh = (): void => void queries.invalidateQueries({ queryKey: [DESK] });
  useLiveEvents(['payment.attention', 'reset'], refresh);

  const waiting = attention.data && attention.data.sessions.length + attention.data.refunds.length;
  return (
    <div className={`stack gap-14 ${styles.desk}`}>
      <header className="row flex-wrap gap-16">
        <div className={`grid gap-8 ${styles.head}`}>
          <h1>{texts.title}</h1>
          <p className="soft">{texts.intro}</p>
        </div>
        {options.data && (
          <Badge tone={options.data.movesMoney ? 'ok' : 'warn'}>
            {options.data.title === null
              ? texts.noProvider
              : texts.provider(options.data.title, options.data.movesMoney)}
          </Badge>
        )}
        <Button look="quiet" onClick={refresh}>
          <RefreshCw aria-hidden="true" /> {texts.refresh}
        </Button>
      </header>
      <Tabs<Panel>
        label={texts.title}
        value={panel}
        onValue={setPanel}
        tabs={[
          {
            id: 'attention',
            label: texts.attention,
            ...(waiting !== undefined && { count: waiting }),
            panel: <AttentionPanel attention={attention} onChanged={refresh} />,
          },
          { id: 'ledger', label: texts.ledger, panel: <LedgerPanel /> },
          {
            id: 'webhooks',
            label: texts.webhooks,
            ...(failures.data && { count: failures.data.failures.length }),
            panel: <FailuresPanel failures={failures} onChanged={refresh} />,
          },
          { id: 'days', label: texts.days, panel: <DaysPanel onChanged={refresh} /> },
        ]}
      />
    </div>
  );
}
