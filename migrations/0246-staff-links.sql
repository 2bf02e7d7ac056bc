-- One letter to a member of staff: the link in it signs them in, once, and goes with the invitation.
alter table invitations add column link text;
