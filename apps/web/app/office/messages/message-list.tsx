import { Inbox } from 'lucide-react';
import { wordsFor } from '../../shared/errors/words.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choices.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState, StateIcon } from '../../ui/states.tsx';
import styles from './message-list.module.css';
import { MessageRow } from './message-row.tsx';
import { Panel } from '../../ui/panel.tsx';
import { messageTexts } from './texts.ts';
import { useMessages, type MessageFilter, type MessageKind } from './use-messages.ts';

interface Props {
  /** As it is typed, and as it is asked for. */
  filter: MessageFilter;
  settled: MessageFilter;
  onFilter: (change: Partial<MessageFilter>) => void;
  onRead: (messageId: string) => void;
}

const KINDS: readonly MessageKind[] = ['all', 'mail', 'sms', 'failed', 'outbox'];

export function MessageList({ filter, settled, onFilter, onRead }: Props) {
  const list = useMessages(settled);
  const counts = list.data?.pages[0]?.counts;
  const label = (kind: MessageKind): string => {
    const words = messageTexts.filters[kind];
    const some = kind === 'failed' ? counts?.failed : kind === 'outbox' ? counts?.outbox : 0;
    return some ? messageTexts.counted(words, some) : words;
  };
  return (
    <Panel
      title={messageTexts.list}
      aside={
        <Segmented<MessageKind>
          className={styles.kinds ?? ''}
          legend={messageTexts.filter}
          legendHidden
          options={KINDS.map((kind) => ({ value: kind, label: label(kind) }))}
          value={filter.kind}
          onValue={(kind) => onFilter({ kind })}
        />
      }
    >
      <SearchInput
        label={messageTexts.search}
        placeholder={messageTexts.searchHint}
        maxLength={200}
        value={filter.search}
        onChange={(event) => onFilter({ search: event.target.value })}
      />
      <Rows list={list} settled={settled} onFilter={onFilter} onRead={onRead} />
    </Panel>
  );
}

function Rows({ list, settled, onFilter, onRead }: Omit<Props, 'filter'> & { list: ReturnType<typeof useMessages> }) {
  if (list.isPending) {
    return (
      <Loading label={messageTexts.loading}>
        <div className="grid gap-8">
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} height={52} />
          ))}
        </div>
      </Loading>
    );
  }
  if (!list.data) {
    return (
      <ErrorState title={messageTexts.loadFailed} text={wordsFor(list.error)} level={3}>
        <Button busy={list.isFetching} onClick={() => void list.refetch()}>
          {messageTexts.tryAgain}
        </Button>
      </ErrorState>
    );
  }
  const messages = list.data.pages.flatMap((page) => page.messages);
  const filtered = settled.kind !== 'all' || settled.search.trim() !== '' || settled.mailingId !== null;
  if (messages.length === 0) {
    return (
      <EmptyState
        title={messageTexts.none}
        text={filtered ? messageTexts.noneMatch : messageTexts.noneText}
        level={3}
        picture={
          <StateIcon>
            <Inbox aria-hidden="true" />
          </StateIcon>
        }
      >
        {filtered && (
          <Button look="quiet" onClick={() => onFilter({ kind: 'all', search: '' })}>
            {messageTexts.showAll}
          </Button>
        )}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles.list}>
        {messages.map((message) => (
          <MessageRow key={message.id} message={message} onRead={() => onRead(message.id)} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button look="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {messageTexts.more}
        </Button>
      )}
    </>
  );
}
