import { useState } from 'react';
import { Pencil } from 'lucide-react';
import { useDebounced, SEARCH_DEBOUNCE_MS } from '../../shared/page/debounced.ts';
import { Button } from '../../ui/button.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { MailingPanels } from './mailing-panels.tsx';
import { MessageList } from './message-list.tsx';
import { MessageStats } from './message-stats.tsx';
import styles from './messages.module.css';
import { ReadDialog } from './read-dialog.tsx';
import { TemplatePanel } from './template-panel.tsx';
import { messageTexts } from './texts.ts';
import { useLiveMessages, type MessageFilter } from './use-messages.ts';
import { WriteDialog } from './write-dialog.tsx';

export default function MessagesSection() {
  const [filter, setFilter] = useState<MessageFilter>({ kind: 'all', search: '', mailingId: null });
  const [reading, setReading] = useState<string | null>(null);
  const [writing, setWriting] = useState(false);
  const { refresh } = useLiveMessages();
  const search = useDebounced(filter.search, SEARCH_DEBOUNCE_MS);

  return (
    <div className="stack gap-14">
      <header className="row flex-wrap gap-10">
        <h1 className="grow-auto">{messageTexts.title}</h1>
        <RefreshButton label={messageTexts.refresh} title={messageTexts.refresh} onClick={refresh} />
        <Button onClick={() => setWriting(true)}>
          <Pencil aria-hidden="true" />
          {messageTexts.write}
        </Button>
      </header>
      <MailingPanels onSeeFailed={(mailingId) => setFilter({ kind: 'failed', search: '', mailingId })} />
      <div className={`stack gap-14 content-start ${styles.columns}`}>
        <MessageList
          filter={filter}
          settled={{ ...filter, search }}
          onFilter={(change) => setFilter((now) => ({ ...now, mailingId: null, ...change }))}
          onRead={setReading}
        />
        <div className="stack gap-14 content-start">
          <TemplatePanel />
          <MessageStats />
        </div>
      </div>
      {reading !== null && <ReadDialog messageId={reading} onClose={() => setReading(null)} />}
      {writing && <WriteDialog onClose={() => setWriting(false)} />}
    </div>
  );
}
