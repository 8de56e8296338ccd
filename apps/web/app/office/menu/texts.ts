import { say } from '@tiffin/domain/core';

export const texts = {
  addOffline: say`Dishes can be added once the connection is back.`,

  heat: { none: say`None`, mild: say`Mild`, medium: say`Medium`, hot: say`Hot` },

  arranging: {
    title: say`Arrange the Menu`,
    text: say`Guests read the menu in this order.`,
    everywhere: say`At all locations`,
    everywhereHint: say`Dishes that other locations also sell appear in this order there.`,
    dishes: say`Dishes`,
    categories: say`Categories`,
    which: say`Category`,
    none: say`No items in this category yet.`,
    done: say`Done`,
    failed: say`The order could not be saved.`,
    drag: (name: string) => say`Move ${name}`,
    up: (name: string) => say`Move ${name} up`,
    down: (name: string) => say`Move ${name} down`,
    moved: (name: string, place: number, of: number) => say`${name}, place ${place} of ${of}`,
  },
} as const;
