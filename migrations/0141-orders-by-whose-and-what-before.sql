-- The index of all words goes: nothing reads it. Orders from before are written by a job (0143).
drop index order_search_words;
