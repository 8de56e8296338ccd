import { useState } from 'react';
import { api } from '../../shared/api/api.ts';
import { wordsFor } from '../../shared/errors/words.ts';
import { leaving } from '../../shared/offline/forget.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.ts';
import { texts } from './texts.ts';

export function DeleteAccount({ onDeleted }: { onDeleted: () => void }) {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button look="danger" onClick={() => setAsked(true)}>
        {texts.remove}
      </Button>
      <ConfirmDialog
        open={asked}
        title={texts.removeTitle}
        description={texts.removeText}
        confirmLabel={texts.removeYes}
        cancelLabel={texts.removeNo}
        look="danger-solid"
        onCancel={() => setAsked(false)}
        onConfirm={async () => {
          try {
            await api('deleteMe', { body: { confirm: true } });
            leaving();
            toast.success(texts.removed);
            onDeleted();
          } catch (error) {
            toast.error(wordsFor(error));
          }
          setAsked(false);
        }}
      />
    </>
  );
}
