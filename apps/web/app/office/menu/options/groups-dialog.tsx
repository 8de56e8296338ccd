import { MissingDish } from '../missing-dish.tsx';
import { useState } from 'react';
import { Eye, Pencil, Plus, Trash2 } from 'lucide-react';
import { HEAT_GROUP, groupInUseText } from '@tiffin/domain/options';
import { ApiError } from '../../../shared/api/api-error.ts';
import { useOnline } from '../../../shared/offline/online.ts';
import { errorTextOrServerMessage } from '../../../shared/errors/error-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { toast } from '../../../ui/toasts.ts';
import { groupForm } from './group-codec.ts';
import { GroupDialog } from './group-dialog.tsx';
import { GroupPreview } from './group-preview.tsx';
import { dishNamesWithGroup, useGroupActions, useGroups, type Group } from './groups-data.ts';
import styles from './options.module.css';
import { ruleText } from './rule.tsx';
import { texts } from './texts.ts';

/** The restaurant's option groups, with their rule and how many dishes use them. */
export function GroupsDialog({ onClose }: { onClose: () => void }) {
  const groups = useGroups();
  const isOnline = useOnline();
  const [over, setOver] = useState<{ what: 'add' } | { what: 'edit' | 'look' | 'remove'; group: Group } | null>(null);
  const close = () => setOver(null);
  return (
    <>
      <Dialog
        open
        size="lg"
        onClose={onClose}
        title={texts.title}
        description={texts.intro}
        footer={
          <>
            <Button look="quiet" onClick={onClose}>
              {texts.done}
            </Button>
            <Button onClick={() => setOver({ what: 'add' })} disabledReason={isOnline ? null : texts.offline}>
              <Plus aria-hidden="true" />
              {texts.add}
            </Button>
          </>
        }
      >
        {!groups.data ? (
          <MissingDish query={groups} labels={texts} height={200} />
        ) : groups.data.length === 0 ? (
          <EmptyState title={texts.empty} text={texts.emptyText} />
        ) : (
          <ul className="stack gap-8" aria-label={texts.list}>
            {groups.data.map((group) => (
              <GroupRow key={group.id} group={group} onOpen={(what) => setOver({ what, group })} />
            ))}
          </ul>
        )}
      </Dialog>
      {(over?.what === 'add' || over?.what === 'edit') && (
        <GroupDialog group={over.what === 'edit' ? over.group : null} groups={groups.data ?? []} onClose={close} />
      )}
      {over?.what === 'look' && <GroupInUse group={over.group} groups={groups.data ?? []} onClose={close} />}
      {over?.what === 'remove' && <RemoveGroup group={over.group} onClose={close} />}
    </>
  );
}

function GroupRow({ group, onOpen }: { group: Group; onOpen: (what: 'edit' | 'look' | 'remove') => void }) {
  const isHeats = group.id === HEAT_GROUP;
  return (
    <li className={`row gap-8 round-md surface ${styles.entry}`}>
      <div className="grow min-width-0">
        <b>{group.name}</b>
        <p className="text-sm soft">
          {ruleText(group)} {group.options.map(({ name }) => name).join(', ')}
        </p>
        <p className="hint">
          {isHeats ? texts.heats(dishNamesWithGroup(group).length) : texts.used(dishNamesWithGroup(group))}
        </p>
      </div>
      {group.heldBy ? (
        <IconButton label={texts.look(group.name)} onClick={() => onOpen('look')}>
          <Eye aria-hidden="true" />
        </IconButton>
      ) : (
        <>
          <IconButton label={texts.edit(group.name)} onClick={() => onOpen('edit')}>
            <Pencil aria-hidden="true" />
          </IconButton>
          {!isHeats && (
            <IconButton label={texts.remove(group.name)} onClick={() => onOpen('remove')}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          )}
        </>
      )}
    </li>
  );
}

/** A read-only group, because it is on menus the user cannot edit. Says why. */
function GroupInUse({ group, groups, onClose }: { group: Group; groups: readonly Group[]; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={group.name}
      description={ruleText(group)}
      footer={
        <Button look="quiet" onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      <div className="stack gap-16">
        <Banner>{groupInUseText(group.name, group.heldBy ?? [])}</Banner>
        <GroupPreview draft={groupForm.draftOf(group)} groups={groups.filter(({ id }) => id !== group.id)} />
      </div>
    </Dialog>
  );
}

/** Names the dishes that use a group before it is deleted. */
function RemoveGroup({ group, onClose }: { group: Group; onClose: () => void }) {
  const { remove } = useGroupActions();
  const [inUse, setInUse] = useState<string | null>(null);
  const words = texts.removing;

  async function deleteIt() {
    try {
      await remove.mutateAsync({ groupId: group.id, ...(inUse !== null && { force: true }) });
      toast.success(words.done(group.name));
      onClose();
    } catch (error) {
      if (inUse === null && error instanceof ApiError && error.code === 'failed-precondition') {
        setInUse(error.message);
        return;
      }
      toast.error(words.failed, { description: errorTextOrServerMessage(error, [403, 404, 409]) });
      onClose();
    }
  }

  return (
    <ConfirmDialog
      open
      title={words.title(group.name)}
      description={inUse === null ? words.text : words.used(inUse)}
      confirmLabel={inUse === null ? words.confirm : words.anyway}
      cancelLabel={words.cancel}
      look="danger-solid"
      onConfirm={deleteIt}
      onCancel={onClose}
    />
  );
}
