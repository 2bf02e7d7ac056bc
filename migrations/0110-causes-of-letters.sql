-- Who caused a letter to those who work for the shop, so that nobody uses up what others have to tell them in a day.

alter table mails add column cause text;
