// The table log's words for faults and decisions; a test holds them to the engine's own.

export const FAULTS = `
  exposed_card player_exposed boxed_card joker duplicate_card foreign_back missing_card
  unknown_card wrong_first_seat wrong_seat ineligible_seat absent_seat dealt_out extra_card
  short_hand not_top_card no_burn extra_burn burn_exposed premature_burn flop_count
  premature_flop premature_turn premature_river premature_street premature_draw bottom_card
  short_deck dropped_deck wrong_button no_shuffle fouled_hand wrong_bring_in wrong_step
  flop_one_by_one board_face_down mixed_burn stub_exposed cards_run_out last_card_up
  missing_upcard dead_seat mixed_hand upcards_picked_up upcards_turned_down draw_changed
  wrong_draw five_drawn out_of_turn skipped_player string_bet oversize_chip unclear_bet
  short_bet short_call short_raise raise_cap over_pot unposted_blind short_ante missed_blind
  clock absent_player declared_otherwise wrong_limit over_limit barred_bet bet_or_fold
  wrong_post late_straddle check_raise oversize_blind unposted_kill short_buy not_at_stakes
  hidden_chips seat_changed wrong_agreement rake misconduct hand_asked_for shown_to_one one_card_shown show_order undeclared_board
  mucked_hand false_openers odd_chip split_openers sevens miscalled_hand
`.trim().split(/\s+/);

export const DECISIONS = `
  misdeal replace keep scrap return_as_burn top_card move shift take_back play_out dead_hand
  forfeit void_deal stands binding call raise check corrected refused refund award floor_call
  complete back_up option bet allowed overrule remake common_card bury post_next wait warning sit_out disqualified
`.trim().split(/\s+/);
