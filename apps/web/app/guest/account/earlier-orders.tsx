import { useRef, useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { useStep } from '../../shared/errors/use-step.ts';
import { CodeDialog } from '../../shared/session/code-dialog.tsx';
import { useSite } from '../../shared/site/site.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.ts';
import { texts } from './texts.ts';

const { earlier } = texts;

/** Orders that were placed with one's address before there was an account: only how many, until a code is typed. */
export function EarlierOrders({ count, onAdded }: { count: number; onAdded: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { phone } = useSite();
  // What was typed last; the dialog holds it meanwhile.
  const typed = useRef('');
  const adding = useStep(async () => {
    const { message } = await api('claimOrder', { body: { code: typed.current } });
    setOpen(false);
    toast.success(message);
    onAdded();
  });
  if (count === 0) return null;
  return (
    <Banner tone="ok" title={earlier.title(count)}>
      <p>{earlier.text}</p>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {earlier.add}
      </Button>
      {isOpen && (
        <CodeDialog
          title={earlier.dialogTitle}
          description={earlier.dialogText}
          confirmLabel={earlier.add}
          send={() => api('sendClaimCode', { body: {} })}
          notSent={earlier.notSent(phone)}
          refused={adding.problem}
          busy={adding.busy}
          onCode={(code) => {
            typed.current = code;
            adding.submit();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Banner>
  );
}
