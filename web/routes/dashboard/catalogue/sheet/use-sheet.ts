import { useReducer } from 'react';
import { type Edits, type Place, type Put, withPuts } from './sheet-edits.ts';

export interface State {
  edits: Edits;
  past: readonly Edits[];
  future: readonly Edits[];
  /** Where the keyboard is, and where what is chosen began. */
  at: Place;
  anchor: Place;
  /** What is being typed over the cell; null while none is. */
  typing: string | null;
}

export type Action =
  | { do: 'put'; puts: readonly Put[] }
  | { do: 'undo' | 'redo' | 'cancel' | 'forget' }
  | { do: 'go'; to: Place; extend?: boolean }
  | { do: 'type'; text: string };

const START: State = {
  edits: {},
  past: [],
  future: [],
  at: { row: 0, column: 0 },
  anchor: { row: 0, column: 0 },
  typing: null,
};

function next(state: State, action: Action): State {
  const { edits, past, future } = state;
  switch (action.do) {
    case 'put': {
      const changed = withPuts(edits, action.puts);
      if (JSON.stringify(changed) === JSON.stringify(edits)) return { ...state, typing: null };
      return { ...state, edits: changed, past: [...past, edits], future: [], typing: null };
    }
    case 'undo': {
      const before = past.at(-1);
      return before ? { ...state, edits: before, past: past.slice(0, -1), future: [edits, ...future] } : state;
    }
    case 'redo': {
      const [after, ...rest] = future;
      return after ? { ...state, edits: after, past: [...past, edits], future: rest } : state;
    }
    case 'go':
      return { ...state, at: action.to, anchor: action.extend ? state.anchor : action.to, typing: null };
    case 'type':
      return { ...state, typing: action.text };
    case 'cancel':
      return { ...state, typing: null };
    case 'forget':
      return { ...START, at: state.at, anchor: state.at };
  }
}

/** What was typed over a sheet's cells, what is chosen, and the way back and forth. */
export function useSheet() {
  return useReducer(next, START);
}
