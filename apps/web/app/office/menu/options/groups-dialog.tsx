import { say } from '@tiffin/domain/core';
import { useState } from 'react';
import { Eye, Pencil, Plus, Trash2 } from 'lucide-react';
import { HEAT_GROUP, groupInUseText } from '@tiffin/domain/options';
import { ApiError } from '../../../shared/api/api-error.ts';
import { useOnline } from '../../../shared/offline/online.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { Loaded } from '../../../shared/page/loaded.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { groupForm } from './group-codec.ts';
import { GroupDialog, heatGroupText } from './group-dialog.tsx';
import { GroupPreview } from './group-preview.tsx';
import { dishNamesWithGroup, GROUP_CHANGES, useGroups, type Group } from './groups-data.ts';
import styles from './options.module.css';
import { ruleText } from './rule.tsx';

const usedText = (dishes: readonly string[]) =>
  dishes.length === 0
    ? say`Not used yet`
    : dishes.length === 1
      ? say`Used by 1 dish: ${dishes[0] ?? ''}`
      : say`Used by ${dishes.length} dishes: ${dishes.join(', ')}`;

/** The option groups of the restaurant, to look at and to edit. */
export function GroupsDialog({ onClose }: { onClose: () => void }) {
  const groups = useGroups();
  const isOnline = useOnline();
  const [open, setOpen] = useState<{ what: 'add' } | { what: 'edit' | 'look' | 'remove'; group: Group } | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Dialog
        size="lg"
        onClose={onClose}
        title={say`Option Groups`}
        description={say`What guests can choose for a dish: a size, chutneys, something to leave out. One group can be used by many dishes.`}
        footer={
          <>
            <Button look="quiet" onClick={onClose}>
              {say`Done`}
            </Button>
            <Button
              onClick={() => setOpen({ what: 'add' })}
              disabledReason={isOnline ? null : say`Option groups can be changed once the connection is back.`}
            >
              <Plus />
              {say`New group`}
            </Button>
          </>
        }
      >
        <Loaded query={groups} failed={say`The groups could not be loaded`} rows={1} height={200} level={3}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState
                title={say`No option groups yet`}
                text={say`Create one, then choose it in the form of a dish.`}
              />
            ) : (
              <ul className="stack gap-8" aria-label={say`Option groups`}>
                {list.map((group) => (
                  <GroupRow key={group.id} group={group} onOpen={(what) => setOpen({ what, group })} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Dialog>
      {(open?.what === 'add' || open?.what === 'edit') && (
        <GroupDialog group={open.what === 'edit' ? open.group : null} groups={groups.data ?? []} onClose={close} />
      )}
      {open?.what === 'look' && <GroupInUse group={open.group} groups={groups.data ?? []} onClose={close} />}
      {open?.what === 'remove' && <RemoveGroup group={open.group} onClose={close} />}
    </>
  );
}

function GroupRow({ group, onOpen }: { group: Group; onOpen: (what: 'edit' | 'look' | 'remove') => void }) {
  const isHeatGroup = group.id === HEAT_GROUP;
  const dishes = dishNamesWithGroup(group);
  return (
    <li className={`row gap-8 round-md surface ${styles.entry}`}>
      <div className="grow min-width-0">
        <b>{group.name}</b>
        <p className="text-sm soft">
          {ruleText(group)} {group.options.map(({ name }) => name).join(', ')}
        </p>
        <p className="hint">{isHeatGroup ? heatGroupText(dishes.length) : usedText(dishes)}</p>
      </div>
      {group.heldBy ? (
        <IconButton label={say`Look at ${group.name}`} onClick={() => onOpen('look')}>
          <Eye />
        </IconButton>
      ) : (
        <>
          <IconButton label={say`Edit ${group.name}`} onClick={() => onOpen('edit')}>
            <Pencil />
          </IconButton>
          {!isHeatGroup && (
            <IconButton label={say`Delete ${group.name}`} onClick={() => onOpen('remove')}>
              <Trash2 />
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
      onClose={onClose}
      title={group.name}
      description={ruleText(group)}
      footer={
        <Button look="quiet" onClick={onClose}>
          {say`Done`}
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

/** Deletes a group. If dishes use it, the server names them first, and `force` deletes it there too. */
function RemoveGroup({ group, onClose }: { group: Group; onClose: () => void }) {
  const [inUse, setInUse] = useState<string | null>(null);
  const remove = useCall('deleteOptionGroup', {
    changes: GROUP_CHANGES,
    doneText: () => say`${group.name} deleted`,
    failed: say`The group could not be deleted`,
    onDone: onClose,
    onFailed(error) {
      const isInUse = inUse === null && error instanceof ApiError && error.code === 'failed-precondition';
      if (isInUse) setInUse(error.message);
      else onClose();
      return isInUse;
    },
  });
  return (
    <ConfirmDialog
      title={say`Delete ${group.name}?`}
      description={
        inUse === null
          ? say`It is removed from every dish. Orders keep what was chosen.`
          : say`${inUse} If you remove it there, guests are no longer asked.`
      }
      confirmLabel={inUse === null ? say`Delete` : say`Remove it and delete`}
      look="danger-solid"
      onConfirm={async () => void (await remove.send({ groupId: group.id, force: inUse === null ? undefined : true }))}
      onCancel={onClose}
    />
  );
}
