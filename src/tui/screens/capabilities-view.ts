import type { Capability } from '../../contract/capability.js';
import { type CapabilitiesPorts, createCapabilitiesPane } from './capabilities-pane.js';
import { createFormPane, type FormPorts } from './form-pane.js';
import type { Pane } from './pane.js';

/** The list of capabilities, or the form of one of them. Forms are kept with what was typed into them. */
export function createCapabilitiesView(ports: Omit<FormPorts, 'capability' | 'onBack'> & CapabilitiesPorts): Pane {
  const forms = new Map<string, Pane>();
  let shown: Pane | undefined;

  function openForm(capability: Capability): void {
    const { capability_id: id } = capability;
    const form = forms.get(id) ?? createFormPane({ ...ports, capability, onBack });
    forms.set(id, form);
    shown = form;
    form.onShow();
    ports.refresh();
  }

  function onBack(): void {
    shown = undefined;
    ports.refresh();
  }

  const list = createCapabilitiesPane(ports, openForm);
  const current = (): Pane => shown ?? list;
  return {
    lines: (room) => current().lines(room),
    onKey: (key) => current().onKey(key),
    keys: () => current().keys(),
    isTyping: () => current().isTyping(),
    onShow: () => current().onShow(),
  };
}
