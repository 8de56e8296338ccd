import { userNotices } from '@tiffin/domain/errors';
import { wordsFor } from '../../shared/errors/words.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toasts.ts';
import { texts } from './texts.ts';
import { useDeactivateUser, type User } from './use-users.ts';

export function DeactivateDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const deactivate = useDeactivateUser();

  async function confirm() {
    if (!user) return;
    try {
      await deactivate.mutateAsync(user.id);
      toast.success(userNotices.deactivatedForGood);
    } catch (error) {
      toast.error(userNotices.deactivateFailed, { description: wordsFor(error) });
    }
    onClose();
  }

  return (
    <ConfirmDialog
      open={user !== null}
      title={texts.deactivateTitle(user?.displayName ?? '')}
      description={texts.deactivateText}
      confirmLabel={texts.deactivate}
      cancelLabel={texts.cancel}
      look="danger-solid"
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
